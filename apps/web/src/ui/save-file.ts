/** Downloads a text as a file. */
export function saveFile(content: string, { name, type }: { name: string; type: string }): void {
  const url = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Later, because the browser takes over the download during this task.
  setTimeout(() => URL.revokeObjectURL(url))
}
