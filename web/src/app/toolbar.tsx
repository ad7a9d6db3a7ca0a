import { paths } from '../paths.ts'
import { useSession } from '../session/use-session.ts'
import { SelectionPickers } from '../session/selection-pickers.tsx'
import { useText } from '../locales/i18n.tsx'
import { AppLink } from '../ui/app-link.tsx'
import { Badge } from '../ui/badge.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { AccountMenu } from './account-menu.tsx'
import { AgentButton } from './agent-button.tsx'
import { CallbackButton } from './callback-button.tsx'
import { CaseInfoButton } from './case-info-button.tsx'
import { CaseSearch } from './case-search.tsx'
import { FeedbackButton } from './feedback-button.tsx'
import { NotificationButton } from './notification-button.tsx'
import styles from './toolbar.module.css'

export function Toolbar({ onMenu }: { onMenu: () => void }) {
  const t = useText()
  const { simulation } = useSession()
  return (
    <header className={styles.toolbar}>
      <span className={styles.menu} data-menu-button>
        <IconButton icon="menu" label={t('menu.label')} onPress={onMenu} />
      </span>
      <AppLink to={paths.home} className={styles.brand}>
        <img src="/favicon.svg" alt="" width={26} height={26} />
        <span>Regie</span>
      </AppLink>
      <div className={styles.pickers} data-pickers>
        <SelectionPickers />
      </div>
      {simulation && (
        <span className={styles.simulation}>
          <Badge tone="accent" icon="flask" title={t('app.simulationHelp')}>
            {t('app.simulation')}
          </Badge>
        </span>
      )}
      <div className={styles.right}>
        <CaseSearch />
        <AgentButton />
        <CaseInfoButton />
        <CallbackButton />
        <NotificationButton />
        <FeedbackButton />
        <AccountMenu />
      </div>
    </header>
  )
}
