// npm ignores what `publishConfig` says about the built files, so its package could not be imported.
if (process.env.npm_config_user_agent?.startsWith('npm/')) {
  console.error(
    'Pack and publish this package with pnpm: npx pnpm pack. One that npm packs cannot be imported.',
  )
  process.exit(1)
}
