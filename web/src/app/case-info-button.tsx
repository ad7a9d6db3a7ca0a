import { useRouterState } from '@tanstack/react-router'
import { useText } from '../locales/i18n.tsx'
import { changeSettings, useSettings } from '../session/settings.ts'
import { IconButton } from '../ui/icon-button.tsx'

/** Shows or hides the panel of details, on the screen of a case only; kept for the user. */
export function CaseInfoButton() {
  const t = useText()
  const path = useRouterState({ select: (state) => state.location.pathname })
  const { caseInfo } = useSettings()
  if (!/^\/cases\/\d+$/.test(path)) return null
  return <IconButton icon="info" label={t('app.caseInfo')} isPressed={caseInfo} onPress={() => changeSettings({ caseInfo: !caseInfo })} />
}
