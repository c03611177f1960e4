import type { Writable } from 'node:stream'
import { ConfigError, EXIT_CODE_CONFIG } from '@timezone-registry/config'
import { repairEnvironment } from '@timezone-registry/config/env-file'
import { databaseErrorKind, messageOf } from '@timezone-registry/db/database-error'
import { Command, CommanderError } from 'commander'
import { addDatabaseCommands, addRestoreCommand } from './database-commands.ts'
import { addDiscordCommand } from './discord-command.ts'
import { addDoctorCommand } from './doctor-command.ts'
import { addKeysCommand } from './keys-command.ts'
import { type CommandIo, createTerminal, type Terminal } from './terminal.ts'
import { addTransferCommands } from './transfer-commands.ts'
import { addUserCommands } from './user-commands.ts'

// Their answer is the log, or records.
const WITHOUT_JSON = ['serve', 'export']
// They can be repeated for the same output, so their reader, such as `head`, may close the pipe early.
const REPORTS = ['doctor', 'export', 'list']

/** Runs one command. Resolves to its exit code; problems are written to standard error. */
export async function runRegistry(args: readonly string[], io: CommandIo): Promise<number> {
  const terminal = createTerminal(args, io)
  const findError = watchErrors(terminal.stdout)
  const exitCode = await runCommand(args, terminal)
  const error = await findError()
  if (error === undefined || exitCode !== 0 || isClosedByReader(terminal, error)) return exitCode
  terminal.console.error(`Could not write the result: ${error.message}`)
  return 1
}

async function runCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    repairEnvironment(terminal.env, process.execArgv)
    await createProgram(terminal).parseAsync(args, { from: 'user' })
    return terminal.exitCode
  } catch (error) {
    // Its message, or the help, has already been written.
    if (error instanceof CommanderError) return error.exitCode
    if (isClosedByReader(terminal, error)) return 0
    terminal.console.error(describe(error))
    return error instanceof ConfigError ? EXIT_CODE_CONFIG : 1
  }
}

function describe(error: unknown): string {
  if (databaseErrorKind(error) === 'storage_full')
    return 'The disk of the database is full. Free space on it, and try again.'
  if ((error as NodeJS.ErrnoException).code === 'ENOSPC')
    return 'The disk for the result is full (ENOSPC). Free space on it, and try again.'
  return messageOf(error)
}

function createProgram(terminal: Terminal): Command {
  const { stdout, stderr } = terminal
  const program = new Command('registry')
    .description('Timezone Registry: the service and the operator’s commands.')
    .addHelpText('after', '\nThe result is written to standard output, everything else to standard error.')
    .exitOverride()
    .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: (text) => stderr.write(text) })
    .hook('preAction', (_program, command) => {
      terminal.json = command.opts().json === true
      terminal.isReport = REPORTS.includes(command.name())
    })
  const { serve, service } = terminal
  // The others need no database, or work on one that no service has open.
  if (service === undefined) {
    if (serve !== undefined) program.command('serve').description('Start the service.').action(serve)
    addDoctorCommand(program, terminal)
    addRestoreCommand(program, terminal)
    addDiscordCommand(program, terminal)
  }
  addDatabaseCommands(program, terminal)
  addTransferCommands(program, terminal)
  addUserCommands(program, terminal)
  addKeysCommand(program, terminal)
  for (const command of program.commands)
    for (const leaf of command.commands.length > 0 ? command.commands : [command])
      if (!WITHOUT_JSON.includes(leaf.name())) leaf.option('--json', 'write the result as JSON')
  return program
}

function isClosedByReader({ isReport }: Terminal, error: unknown): boolean {
  return isReport && error instanceof Error && 'code' in error && error.code === 'EPIPE'
}

/** The returned function resolves to the stream's first error, if any, once everything written has been handled. */
function watchErrors(stream: Writable): () => Promise<Error | undefined> {
  let first: Error | undefined
  stream.on('error', (error) => {
    first ??= error
  })
  // The event follows the callback.
  return () => new Promise((resolve) => stream.write('', () => setImmediate(() => resolve(first))))
}
