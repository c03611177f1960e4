import { ConfigError, EXIT_CODE_CONFIG } from '@timezone-registry/config'
import { Command, CommanderError } from 'commander'
import { createApiKeyStore } from '../access/api-keys/api-key-store.ts'
import { createEraseCommand } from './erase-command.ts'
import { createExportCommand } from './export-command.ts'
import { createImportCommand } from './import-command.ts'
import { createKeysCommand } from './keys-command.ts'
import { createMigrateCommand } from './migrate-command.ts'
import { openMigrated } from './open-migrated.ts'
import { openOperatorAudit } from './operator-audit.ts'
import type { Terminal } from './terminal.ts'

/** Runs one command. Resolves to its exit code; problems are written to standard error. */
export async function runRegistry(args: readonly string[], terminal: Terminal): Promise<number> {
  const program = createProgram(terminal)
  throwInsteadOfExiting(program, terminal)
  try {
    await program.parseAsync(args, { from: 'user' })
    return terminal.exitCode
  } catch (error) {
    // Its message, or the help, has already been written.
    if (error instanceof CommanderError) return error.exitCode
    terminal.console.error(error instanceof Error ? error.message : error)
    return error instanceof ConfigError ? EXIT_CODE_CONFIG : 1
  }
}

function createProgram(terminal: Terminal): Command {
  return new Command('registry')
    .description('Updates the schema, imports, exports and erases records, and manages API keys.')
    .addHelpText(
      'after',
      "\nOnly the result is written to standard output. To keep npm's banner out of it: npm run --silent registry -- …",
    )
    .addCommand(createMigrateCommand(terminal))
    .addCommand(createImportCommand(terminal))
    .addCommand(createExportCommand(terminal))
    .addCommand(createEraseCommand(terminal))
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

/** Subcommands do not inherit these settings from a parent that is configured after they were added. */
function throwInsteadOfExiting(command: Command, terminal: Terminal): void {
  command.exitOverride().configureOutput({
    writeOut: (text) => terminal.stdout.write(text),
    writeErr: (text) => terminal.stderr.write(text),
  })
  for (const subcommand of command.commands) throwInsteadOfExiting(subcommand, terminal)
}
