// `npm install` and `npm ci`, which people type first in a clone. The workspace is pnpm's, so they install nothing.
// `npx registry` runs this script as well, and so does pnpm.
const { npm_config_user_agent: agent = '', npm_command: command = '' } = process.env
if (agent.startsWith('npm/') && ['install', 'ci'].includes(command))
  console.error('Nothing was installed: "npm start" installs what it needs, and so does "npm test".')
