# For the programs of a hook: curl asks the running daemon where it can, in a third of Node's time. The rest is left to the
# program, which gets what was read: no daemon, none that answers, a folder or an agent that this file does not know. [HK-8]

# As everywhere in bin/. [TR-43]
system=/usr/bin:/bin:/usr/sbin:/sbin:/usr/local/bin:/opt/homebrew/bin:/run/current-system/sw/bin

input=
id=
isLate=

# AGENT EVENT. Ends the process where it has an answer.
ask_by_curl() {
  [ "${CAIRN_BYPASS-}" = 1 ] && exit 0
  # Each of them was seen to end what it writes, so that it can be read to its end.
  case $1 in claude-code | codex | gemini | qwen | copilot) ;; *) return ;; esac
  # Seconds: what a hook may take [HK-2], less what the program needs to keep the turn.
  case $2 in session-start) wait=2.2 ;; prompt) wait=0.5 ;; *) wait=0.9 ;; esac
  home=${CAIRN_HOME:-${XDG_DATA_HOME:-$HOME/.local/share}/cairn}
  # The daemon writes the first two. The program makes the third, whose time is that of the last call. [IN-6]
  [ -f "$home/daemon.json" ] && [ -f "$home/daemon.headers" ] && [ -f "$home/hooks/called/$1.$2" ] || return
  # In a copy of the daemon's folder, they name the daemon of the other folder.
  lock=
  [ -f "$home/daemon.lock" ] && IFS= read -r lock <"$home/daemon.lock"
  case $lock in
    *"\"folder\":\"$(CDPATH='' cd -P "$home" && pwd -P)\""*) ;;
    *'"folder":"'*) return ;;
  esac
  IFS= read -r socket <"$home/daemon.json"
  socket=${socket#*'"socket":"'}
  socket=${socket%%'"'*}
  [ -S "$socket" ] || return
  cwd=$(pwd -P)
  case $cwd in *[!A-Za-z0-9/._-]*) return ;; esac
  # Nothing of a turn may look like another turn.
  if [ -r /proc/sys/kernel/random/uuid ]; then read -r id </proc/sys/kernel/random/uuid; else id=$RANDOM$RANDOM$RANDOM; fi
  [ -n "$id" ] || return
  # Nobody sits there. [CX-14]
  by=
  case ${CI-} in '' | 0 | false) ;; *) by='&unattended=1' ;; esac
  case ${CLAUDE_CODE_ENTRYPOINT-} in sdk*) by='&unattended=1' ;; esac
  input=$(PATH=$system cat)
  [ -n "$input" ] || input='{}'
  true >"$home/hooks/called/$1.$2" || return
  # Anybody on the machine can read the arguments of a process, so curl reads the paths as options, of which they must make no more. [HK-8]
  case $socket$home in
    *['"\']* | *'
'*) return ;;
  esac
  {
    answer=$(printf '%s' "$input" | PATH=$system curl -q -s -f -m $wait --noproxy '*' -K /dev/fd/3 --data-binary @-)
  } 3<<EOF
unix-socket = "$socket"
header = "@$home/daemon.headers"
url = "http://localhost/v1/hooks/$1/$2?id=$id&cwd=$cwd$by"
EOF
  case $? in
    0)
      [ -z "$answer" ] || printf '%s\n' "$answer"
      exit 0
      ;;
    # No answer in time, or half of one: the time is gone, and the turn is to be kept.
    18 | 28 | 52 | 56) isLate=1 ;;
  esac
}

# COMMAND…: the program, with what was read. An agent may take any other end for a refusal, also that of a Node which is gone.
hand_over() {
  if [ -n "$input" ]; then
    printf '%s' "$input" | CAIRN_HOOK_ID=$id CAIRN_HOOK_LATE=$isLate "$@"
  else
    "$@"
  fi
  exit 0
}
