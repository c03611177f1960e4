import { useTexts } from '../texts/use-texts.tsx'

/** The document's title, so that tabs, history and screen readers tell the pages apart. */
export function PageTitle({ title }: { title: string }) {
  const texts = useTexts()
  return <title>{`${title} · ${texts.title}`}</title>
}
