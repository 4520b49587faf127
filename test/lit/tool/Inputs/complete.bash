# complete.bash 'warplint --fo': what bash offers for a line, by warplint.bash here.
source ./warplint.bash
compopt() { :; }
COMP_LINE=$1
COMP_POINT=${#COMP_LINE}
read -ra COMP_WORDS <<< "${COMP_LINE//=/ = }"
[[ $COMP_LINE == *[[:space:]=] ]] && COMP_WORDS+=("")
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
_warplint
(( ${#COMPREPLY[@]} )) && printf '%s\n' "${COMPREPLY[@]}"
exit 0
