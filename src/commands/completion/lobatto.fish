# Completion of lobatto in fish: the program says what the word that is typed may become; else it is a file.
function __lobatto_complete
    set -l words (commandline --tokenize --current-process --cut-at-cursor)
    set -l typed (commandline --current-token --cut-at-cursor)
    set -l candidates ($words[1] complete $words[2..-1] "$typed" 2>/dev/null)
    if set -q candidates[1]
        printf '%s\n' $candidates
    else
        __fish_complete_path "$typed"
    end
end
complete --command lobatto --no-files --arguments '(__lobatto_complete)'
