# exits_with.sh CODE COMMAND...: fails unless the command exits with CODE.
expected=$1
shift
"$@"
actual=$?
if [ $actual != $expected ]; then
  echo "exit code $actual, not $expected: $*" >&2
  exit 1
fi
