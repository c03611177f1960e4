import { ConfigError, EXIT_CODE_CONFIG } from '@timezone-registry/config'
import { repairEnvironment } from '@timezone-registry/config/env-file'
import { rootCause } from '@timezone-registry/db/database-error'
import { Command, CommanderError } from 'commander'
import { createApiKeyStore } from '../access/api-keys/api-key-store.ts'
import { createDoctorCommand } from './doctor/doctor-command.ts'
import { createEraseCommand } from './erase-command.ts'
import { createExportCommand } from './export-command.ts'
import { createImportCommand } from './import-command.ts'
import { createKeysCommand } from './keys-command.ts'
import { createMigrateCommand } from './migrate-command.ts'
import { openMigrated } from './open-migrated.ts'
import { openOperatorAudit } from './operator-audit.ts'
import { createSeedCommand } from './seed-command.ts'
import { createServeCommand } from './serve-command.ts'
import { createSessionsCommand } from './sessions-command.ts'
import { isClosedByReader, type Terminal, watchErrors } from './terminal.ts'

const WITHOUT_JSON = ['serve', 'export']
const REPORTS = ['doctor', 'export', 'list']

/** Runs one command. Resolves to its exit code; problems are written to standard error. */
export async function runRegistry(args: readonly string[], terminal: Terminal): Promise<number> {
  const findError = watchErrors(terminal.stdout)
  const exitCode = await runCommand(args, terminal)
  const error = await findError()
  if (error === undefined || exitCode !== 0 || isClosedByReader(terminal, error)) return exitCode
  terminal.console.error(`Could not write the result: ${error.message}`)
  return 1
}

async function runCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const program = createProgram(terminal)
  throwInsteadOfExiting(program, terminal)
  program.hook('preAction', (_program, command) => {
    terminal.isReport = REPORTS.includes(command.name())
  })
  addJsonOption(program, terminal)
  try {
    repairEnvironment(terminal.env, process.execArgv)
    await program.parseAsync(args, { from: 'user' })
    return terminal.exitCode
  } catch (error) {
    // Its message, or the help, has already been written.
    if (error instanceof CommanderError) return error.exitCode
    if (isClosedByReader(terminal, error)) return 0
    // The message of a failed query would show its rows.
    const cause = rootCause(error)
    terminal.console.error(cause instanceof Error ? cause.message : cause)
    return error instanceof ConfigError ? EXIT_CODE_CONFIG : 1
  }
}

function createProgram(terminal: Terminal): Command {
  return new Command('registry')
    .description('Timezone Registry: the service and the operator’s commands.')
    .addHelpText('after', '\nThe result is written to standard output, everything else to standard error.')
    .addCommand(createServeCommand())
    .addCommand(createDoctorCommand(terminal))
    .addCommand(createMigrateCommand(terminal))
    .addCommand(createImportCommand(terminal))
    .addCommand(createExportCommand(terminal))
    .addCommand(createEraseCommand(terminal))
    .addCommand(createSeedCommand(terminal))
    .addCommand(createSessionsCommand(terminal))
    .addCommand(
      createKeysCommand({
        terminal,
        audit: openOperatorAudit(terminal),
        useStore: async (use) => {
          await using database = await openMigrated(terminal)
          return await use(createApiKeyStore(database))
        },
      }),
    )
}

/** Adds `--json` to every command that has an answer other than records or the log. */
function addJsonOption(command: Command, terminal: Terminal): void {
  for (const subcommand of command.commands) addJsonOption(subcommand, terminal)
  if (command.commands.length > 0 || WITHOUT_JSON.includes(command.name())) return
  command.option('--json', 'write the result as JSON').hook('preAction', () => {
    terminal.json = command.opts().json === true
  })
}

/** Subcommands do not inherit these settings from a parent that is configured after they were added. */
function throwInsteadOfExiting(command: Command, terminal: Terminal): void {
  command.exitOverride().configureOutput({
    writeOut: (text) => terminal.stdout.write(text),
    writeErr: (text) => terminal.stderr.write(text),
  })
  for (const subcommand of command.commands) throwInsteadOfExiting(subcommand, terminal)
}
