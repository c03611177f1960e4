import { useText } from '../texts/use-text.tsx'

/** The document's title, so that tabs, history and screen readers tell the pages apart. */
export function PageTitle({ title }: { title: string }) {
  const t = useText()
  return <title>{`${title} · ${t('title')}`}</title>
}
