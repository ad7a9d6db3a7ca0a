import { useText } from '../../locales/i18n.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useStopDemo } from './demos-data.ts'

/** Ends the demo that is watched: what waits to go does not. */
export function StopDemo({ caseID }: { caseID: number }) {
  const t = useText()
  const stop = useStopDemo()
  return (
    <Button
      icon={<Icon name="stop" size={16} />}
      isBusy={stop.isPending}
      onPress={() => void stop.mutateAsync({ params: { caseID } }).catch(() => undefined)}
    >
      {t('demos.stop')}
    </Button>
  )
}
