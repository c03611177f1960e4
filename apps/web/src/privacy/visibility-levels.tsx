import { useTexts } from '../texts/use-texts.tsx'

/** The choices of who sees a record, in the words of the control that offers them. */
export function VisibilityLevels() {
  const { levels } = useTexts().visibility
  return (
    <dl className="space-y-1 border-line border-s-4 ps-4">
      {Object.values(levels).map(({ name, sentence }) => (
        <div key={name}>
          <dt className="inline font-semibold">{`${name}: `}</dt>
          <dd className="inline">{sentence}</dd>
        </div>
      ))}
    </dl>
  )
}
