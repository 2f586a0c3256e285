#compdef lobatto
# Completion of lobatto in zsh: the program says what the word that is typed may become; else it is a file.
_lobatto() {
  local program=${~words[1]}
  local -a candidates
  candidates=("${(@f)$($program complete "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
  candidates=("${(@)candidates//:/\\:}")
  candidates=("${(@)${(@)candidates:#}/$'\t'/:}")
  if (( $#candidates )); then _describe lobatto candidates; else _files; fi
}
if [[ $funcstack[1] == _lobatto ]]; then _lobatto "$@"; else compdef _lobatto lobatto; fi
