import { paths } from '../paths.ts'
import { useTimes } from '../features/time-windows/times-data.ts'
import { TimesEditor } from '../features/time-windows/times-editor.tsx'
import { useScript } from '../features/scripts/scripts-data.ts'
import { useText } from '../locales/i18n.tsx'
import { useAddress, useRouteId } from '../session/address.ts'
import { Page } from '../ui/page.tsx'
import { NotLoaded } from '../ui/loaded.tsx'

export function TimesScreen() {
  const t = useText()
  const scriptID = useRouteId('scriptID')
  const windowID = useRouteId('windowID')
  const query = useTimes(scriptID)
  const { data: times } = query
  const { data: script } = useScript(scriptID)
  const [{ tab }, changeAddress] = useAddress(['tab'])
  return (
    <Page
      title={t('times.title')}
      subtitle={script?.name}
      back={{ to: paths.script(scriptID), label: script?.name ?? t('scripts.number', { id: scriptID }) }}
      isFlowing
    >
      {times === undefined ? (
        <NotLoaded query={query} lines={10} />
      ) : (
        <TimesEditor
          key={scriptID}
          times={times}
          windowID={Number.isNaN(windowID) ? null : windowID}
          tab={tab}
          onTab={(next) => changeAddress({ tab: next })}
        />
      )}
    </Page>
  )
}
