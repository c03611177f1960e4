// `npm run registry -- …`: the operator's commands, on the database of the configuration.
import { ConfigError, EXIT_CODE_CONFIG } from '@timezone-registry/config'
import { Command } from 'commander'
import { createApiKeyStore } from '../access/api-keys/api-key-store.ts'
import { createEraseCommand } from './erase-command.ts'
import { createExportCommand } from './export-command.ts'
import { createImportCommand } from './import-command.ts'
import { createKeysCommand } from './keys-command.ts'
import { createMigrateCommand } from './migrate-command.ts'
import { openMigrated } from './open-migrated.ts'
import { openOperatorAudit } from './operator-audit.ts'

const program = new Command('registry')
  .description('Updates the schema, imports, exports and erases records, and manages API keys.')
  .addHelpText(
    'after',
    "\nOnly the result is written to standard output. To keep npm's banner out of it: npm run --silent registry -- …",
  )
  .addCommand(createMigrateCommand())
  .addCommand(createImportCommand())
  .addCommand(createExportCommand())
  .addCommand(createEraseCommand())
  .addCommand(
    createKeysCommand(async (use) => {
      await using database = await openMigrated()
      return await use(createApiKeyStore(database))
    }, openOperatorAudit(process.env)),
  )

try {
  await program.parseAsync()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = error instanceof ConfigError ? EXIT_CODE_CONFIG : 1
}
