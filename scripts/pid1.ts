/** Being the first process of a container. */

/** Hands signals on, and reaps what lost its parent until the one child it waits for has ended. */
const init = `
"$@" & child=$!
for name in TERM INT HUP; do trap "kill -$name $child" $name; done
while kill -0 $child 2>/dev/null; do wait $child; status=$?; done
exit $status`;

/**
 * Whoever loses its parent becomes a child of process 1, which has to wait for it, or its number is taken for ever. Node
 * waits for what it started alone, so a shell becomes process 1, and runs this program again as its child.
 */
export function giveUpPid1(): void {
  if (process.pid !== 1) return;
  process.execve?.('/bin/sh', [
    'sh',
    '-c',
    init,
    'sh',
    process.execPath,
    ...process.execArgv,
    ...process.argv.slice(1),
  ]);
}
