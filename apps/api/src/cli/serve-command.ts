import { Command } from 'commander'

/** `registry serve`: like `npm start`, but without building the page. Resolves when the service has stopped. */
export function createServeCommand(): Command {
  return (
    new Command('serve')
      .description('Start the service.')
      // Loaded only here, because the other commands need no HTTP.
      .action(async () => void (await import('../main.ts')))
  )
}
