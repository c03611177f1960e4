// Runs before the first paint, so that a dark page never flashes light. The page's own setting comes first.
const system = window.matchMedia('(prefers-color-scheme: dark)')

function applyTheme() {
  document.documentElement.classList.toggle('dark-mode', (savedTheme() ?? systemTheme()) === 'dark')
}

function savedTheme() {
  try {
    const { theme } = JSON.parse(localStorage.getItem('timezone-registry:preferences') ?? '{}')
    return theme === 'light' || theme === 'dark' ? theme : undefined
  } catch {
    // Without storage, the system's setting applies.
    return undefined
  }
}

function systemTheme() {
  return system.matches ? 'dark' : 'light'
}

applyTheme()
system.addEventListener('change', applyTheme)
