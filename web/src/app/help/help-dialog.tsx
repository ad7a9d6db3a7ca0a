import { useRouterState } from '@tanstack/react-router'
import { useText } from '../../locales/i18n.tsx'
import type { ScreenName } from '../../paths.ts'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { openScreens } from '../screen-table.ts'
import styles from './help-dialog.module.css'
import { screenAt } from './screen-at.ts'

type Key = readonly [key: string, text: Parameters<ReturnType<typeof useText>>[0]]

const rowKeys: readonly Key[] = [
  ['j  k', 'keys.rows'],
  ['Enter', 'keys.open'],
]
const chosenRowKeys: readonly Key[] = [...rowKeys, ['x', 'keys.choose']]
const caseRowKeys: readonly Key[] = [...chosenRowKeys, ['.', 'help.keys.rowActions']]

/** The keys that only this screen has. */
const ownKeys: Partial<Record<ScreenName, readonly Key[]>> = {
  batches: chosenRowKeys,
  search: caseRowKeys,
  figure: caseRowKeys,
  manager: chosenRowKeys,
  scripts: rowKeys,
  audit: rowKeys,
  desk: [
    ['m', 'help.keys.deskMute'],
    ['h', 'help.keys.deskHold'],
    ['d', 'help.keys.deskTransfer'],
    ['t', 'help.keys.deskKeypad'],
    ['o', 'help.keys.deskHangUp'],
    ['1 … 9', 'help.keys.deskResult'],
    ['n', 'help.keys.deskNote'],
  ],
  batch: [['p', 'help.keys.batchPause'], ['s', 'help.keys.batchClose'], ...caseRowKeys],
  case: [
    ['b', 'help.keys.caseCall'],
    ['h', 'help.keys.caseHangUp'],
    ['r', 'help.keys.caseResult'],
    ['n', 'help.keys.caseNote'],
    ['p', 'help.keys.casePause'],
    ['s', 'help.keys.caseClose'],
    ['e', 'help.keys.caseEdit'],
    ['j  k', 'help.keys.caseTrail'],
    ['v', 'help.keys.nextCase'],
  ],
}

/** What the screen one is on is for, its keys, and those that work everywhere. */
export function HelpDialog({ onClose, onTour }: { onClose: () => void; onTour: () => void }) {
  const t = useText()
  const { rights } = useSession()
  const path = useRouterState({ select: (state) => state.location.pathname })
  const screen = screenAt(path)
  const everywhere: [string, string][] = [
    ['/', t('keys.search')],
    ['Ctrl K', t('keys.palette')],
    ...openScreens(rights).map(({ name, menu }): [string, string] => [`g ${menu.key}`, t(`menu.screens.${name}`)]),
    ['Ctrl Enter', t('help.keys.submit')],
    ['Esc', t('keys.back')],
    ['?', t('help.keys.help')],
  ]
  const own = (screen === null ? undefined : ownKeys[screen])?.map(([key, text]): [string, string] => [key, t(text)])
  const actions = (
    <>
      <Button icon={<Icon name="info" size={16} />} onPress={onTour}>
        {t('help.tour.start')}
      </Button>
      <Button kind="main" onPress={onClose}>
        {t('help.close')}
      </Button>
    </>
  )
  return (
    <Dialog
      isOpen
      title={screen === null ? t('help.title') : t(`help.screens.${screen}.title`)}
      onClose={onClose}
      actions={actions}
      size="wide"
    >
      {screen !== null && <p className={styles.about}>{t(`help.screens.${screen}.text`)}</p>}
      <div className={styles.columns}>
        {own !== undefined && <Keys title={t('help.here')} keys={own} />}
        <Keys title={t('help.everywhere')} keys={everywhere} />
      </div>
    </Dialog>
  )
}

function Keys({ title, keys }: { title: string; keys: readonly (readonly [string, string])[] }) {
  return (
    <section>
      <h3 className={styles.title}>{title}</h3>
      <dl className={styles.keys}>
        {keys.map(([key, action]) => (
          <div key={key}>
            <dt>
              {key.split(/ +/).map((one) => (
                <kbd key={one}>{one}</kbd>
              ))}
            </dt>
            <dd>{action}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
