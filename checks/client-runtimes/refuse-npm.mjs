// npm ignores what `publishConfig` says about the built files, whether it packs, publishes, links or installs this folder.
if (process.env.npm_config_user_agent?.startsWith('npm/')) {
  console.error(
    'npm would leave out the built files. Pack this package with pnpm, "npx pnpm pack", and install or publish what that writes.',
  )
  process.exit(1)
}
