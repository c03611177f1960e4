import { useTexts } from '../texts/use-texts.tsx'
import { MoreIcon } from '../ui/icons.tsx'
import { Menu } from '../ui/menu.tsx'

type RowMenuProps = { name: string; onRemove: () => void }

/** What can be done with a row. */
export function RowMenu({ name, onRemove }: RowMenuProps) {
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
      {(close) => (
        // The focus is on the menu's button again before its row goes.
        <button type="button" className="menu-item" onClick={() => [close(), onRemove()]}>
          {texts.remove(name)}
        </button>
      )}
    </Menu>
  )
}
