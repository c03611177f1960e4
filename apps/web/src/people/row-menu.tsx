import { nameSomebody } from '../selection/lists.ts'
import { useViewText } from '../texts/use-text.tsx'
import { MoreIcon } from '../ui/icons.tsx'
import { isComposing } from '../ui/is-composing.ts'
import { Menu } from '../ui/menu.tsx'

type RowMenuProps = {
  person: { id: string; name: string; realName?: string | undefined }
  onRemove: (id: string) => void
}

/** A menu with a field for what the reader calls somebody, which is kept when it loses the focus. */
export function RowMenu({ person: { id, name, realName }, onRemove }: RowMenuProps) {
  const t = useViewText()
  const before = realName === undefined ? '' : name
  return (
    <Menu
      className="icon-button row-menu [grid-area:menu]"
      label={
        <>
          <span className="sr-only">{t('list.more', { name })}</span>
          <MoreIcon />
        </>
      }
    >
      {(close) => (
        <>
          <form onSubmit={(event) => [event.preventDefault(), close()]}>
            <label className="block p-1 text-muted text-sm">
              {t('list.rename')}
              <input
                key={before}
                className="field mt-1 text-ink"
                defaultValue={before}
                placeholder={realName ?? name}
                autoComplete="off"
                onBlur={({ target }) => target.value !== before && nameSomebody(id, target.value)}
                onKeyDown={(event) => {
                  if (event.key === 'Escape' && !isComposing(event)) event.currentTarget.value = before
                }}
              />
            </label>
          </form>
          {/* The focus is on the menu's button again before its row goes. */}
          <button type="button" className="menu-item" onClick={() => [close(), onRemove(id)]}>
            {t('list.remove', { name })}
          </button>
        </>
      )}
    </Menu>
  )
}
