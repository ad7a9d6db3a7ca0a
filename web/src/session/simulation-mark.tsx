import { useText } from '../locales/i18n.tsx'
import { IconMark } from '../ui/icon-mark.tsx'
import { useSession } from './use-session.ts'

/** Marks what did not really happen, where real and simulated can stand together. Where all is simulated the toolbar says so, once. */
export function SimulationMark({ isShown }: { isShown: boolean }) {
  const t = useText()
  const { onlySimulation } = useSession()
  return isShown && !onlySimulation ? <IconMark icon="flask" label={t('app.simulation')} /> : null
}
