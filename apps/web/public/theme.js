// Runs before the first paint: the page's own scripts come later, and a saved dark theme would flash light.
try {
  const { theme } = JSON.parse(localStorage.getItem('timezone-registry:preferences') ?? '{}')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Without storage, the system's setting applies.
}
