import { toPathId } from '@timezone-registry/contract'
import { Link } from 'wouter'
import { nameSomebody } from '../selection/lists.ts'
import { personAddress } from '../selection/selection.ts'
import type { Person } from '../selection/use-people.ts'
import { addressOf } from '../selection/use-selection.ts'
import { useViewText } from '../texts/use-text.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { MoreIcon } from '../ui/icons.tsx'
import { isComposing } from '../ui/is-composing.ts'
import { Menu } from '../ui/menu.tsx'

type RowMenuProps = { person: Person; onRemove: (id: string) => void }

/** A menu with a field for what the reader calls somebody, which is kept when it loses the focus. */
export function RowMenu({ person, onRemove }: RowMenuProps) {
  const t = useViewText()
  const { id, name, realName, timezone, isUnregistered } = person
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
          {!isUnregistered && (
            <>
              <Link href={`/u/${toPathId(id)}`} className="menu-item">
                {t('list.open')}
              </Link>
              <CopyButton text={() => personAddress(id)} look="menu-item">
                {t('list.copyLink')}
              </CopyButton>
            </>
          )}
          {timezone !== undefined && (
            <Link href={addressOf('/meet', { ids: [id] })} className="menu-item">
              {t('pages.meet')}
            </Link>
          )}
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
