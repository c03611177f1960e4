import { useTexts } from '../texts/use-texts.tsx'
import { MoreIcon } from '../ui/icons.tsx'
import { Menu } from '../ui/menu.tsx'

type RowMenuProps = {
  name: string
  onRemove: () => void
  /** By how many places to move the row; undefined where that is not possible. */
  onMove?: ((by: -1 | 1) => void) | undefined
}

/** What can be done with a row. */
export function RowMenu({ name, onRemove, onMove }: RowMenuProps) {
  const texts = useTexts().people
  return (
    <Menu
      className="icon-button row-menu"
      label={
        <>
          <span className="sr-only">{texts.more(name)}</span>
          <MoreIcon />
        </>
      }
    >
      {(close) => {
        const item = (label: string, run: () => void) => (
          // The focus is on the menu's button again before its row moves or goes.
          <button type="button" className="menu-item" onClick={() => [close(), run()]}>
            {label}
          </button>
        )
        return (
          <>
            {onMove && item(texts.moveUp, () => onMove(-1))}
            {onMove && item(texts.moveDown, () => onMove(1))}
            {item(texts.remove(name), onRemove)}
          </>
        )
      }}
    </Menu>
  )
}
