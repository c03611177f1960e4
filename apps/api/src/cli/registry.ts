// `registry …`: the operator’s commands, on the configured database.
import { runRegistry } from './program.ts'

// Exports, backups and the database's files are for this user alone.
process.umask(0o077)
process.exitCode = await runRegistry(process.argv.slice(2), process)
