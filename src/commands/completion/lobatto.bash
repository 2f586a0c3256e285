# Completion of lobatto in bash: the program says what the word that is typed may become; else it is a file.
_lobatto() {
  mapfile -t COMPREPLY < <("${1/#\~/$HOME}" complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f 1)
}
complete -o bashdefault -o default -F _lobatto lobatto
