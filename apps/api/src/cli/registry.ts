// `registry …`: the operator’s commands, on the configured database.
import { runRegistry } from './program.ts'

// Exports, backups and the database's files are for this user alone.
process.umask(0o077)
// Loaded only then, because the other commands need no HTTP.
const serve = async () => void (await import('../main.ts'))
process.exitCode = await runRegistry(process.argv.slice(2), {
  env: process.env,
  stdout: process.stdout,
  stderr: process.stderr,
  serve,
})
