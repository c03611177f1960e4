// `npx registry …`: the operator's commands, on the configured database.
import { runRegistry } from './program.ts'

process.exitCode = await runRegistry(process.argv.slice(2), process)
