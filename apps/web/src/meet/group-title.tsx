import { inkOn, skyAt } from '@timezone-registry/zones/sky'
import { Link } from 'wouter'
import { toCss } from '../clock/sky.ts'
import { OWN, ownGroups, ownPeople } from '../selection/lists.ts'
import { addressOf, addressOfList, type ShownList } from '../selection/use-selection.ts'
import { useViewText } from '../texts/use-text.tsx'
import { firstLetter } from '../ui/first-letter.ts'
import { Menu } from '../ui/menu.tsx'
import { useStored } from '../ui/stored.ts'
import { ChevronIcon } from './icons.tsx'
import type { Meeting } from './use-meeting.ts'

type GroupTitleProps = { selection: ShownList; meeting: Meeting }

/** Who meets: the group, and a list of the others to choose from. */
export function GroupTitle({ selection, meeting }: GroupTitleProps) {
  const { count } = meeting
  const t = useViewText()
  const own = { id: OWN, name: '', ids: useStored(ownPeople) }
  const groups = [own, ...useStored(ownGroups)].filter(({ ids }) => ids.length > 0)
  const { list, name } = selection
  return (
    <div className="group-title flex min-h-11 min-w-0 items-center">
      {/* The whole name opens the list. */}
      <div className="wrap-anywhere relative flex min-w-0 items-center">
        <h2 id="meet-heading" tabIndex={-1} className="heading outline-none">
          <bdi>{name !== '' ? name : list === OWN ? t('list.groups.all') : t('list.count', { count })}</bdi>
        </h2>
        <Menu
          className="icon-button text-ink after:absolute after:inset-0 print:hidden"
          name={t('list.groups.label')}
          label={<ChevronIcon isSmall />}
        >
          {(close) => (
            <>
              {groups.map((group) => (
                <Link
                  key={group.id}
                  href={addressOf('/meet', group)}
                  className="menu-item"
                  aria-current={group.id === list ? 'true' : undefined}
                  onClick={close}
                >
                  {group.id === OWN ? t('list.groups.all') : group.name}
                </Link>
              ))}
              <Link href={addressOfList(selection)} className="menu-item">
                {t('people.add')}
              </Link>
            </>
          )}
        </Menu>
      </div>
    </div>
  )
}

/** The first letter of somebody's name on their sky at a local time, in minutes since midnight. */
export function Initial({ name, minute }: { name: string; minute: number }) {
  const sky = skyAt(minute / 60)
  return (
    <span className="initial" style={{ '--sky': toCss(sky), '--cell-ink': inkOn(sky) }}>
      {firstLetter(name)}
    </span>
  )
}
