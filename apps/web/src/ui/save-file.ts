/** Downloads a text as a file. */
export function saveFile(content: string, { name, type }: { name: string; type: string }): void {
  const url = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // After this task, in which the browser has taken over the download.
  setTimeout(() => URL.revokeObjectURL(url))
}
