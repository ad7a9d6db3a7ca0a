import { paths } from '../paths.ts'
import { DemoBefore, DemoShow } from '../features/demos/demo-show.tsx'
import { StartDemo, useDemoScriptName, useRunningDemo } from '../features/demos/start-demo.tsx'
import { StopDemo } from '../features/demos/stop-demo.tsx'
import { FlowPicture } from '../features/flow/flow-picture.tsx'
import { useText } from '../locales/i18n.tsx'
import { useAddress, useRouteId } from '../session/address.ts'
import { WithCustomer } from '../session/with-customer.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Page } from '../ui/page.tsx'

export function DemoScreen() {
  const scriptID = useRouteId('scriptID')
  return <WithCustomer>{(customerID) => <DemoOf customerID={customerID} scriptID={scriptID} />}</WithCustomer>
}

const noDemo = 'new'

/** Before the start the script and the question; then the demo as it goes, or as it went. */
function DemoOf({ customerID, scriptID }: { customerID: number; scriptID: number }) {
  const t = useText()
  const name = useDemoScriptName(customerID, scriptID)
  const running = useRunningDemo(customerID, scriptID)
  const [{ demo }, changeAddress] = useAddress(['demo'])
  const shown = demo === noDemo ? null : Number(demo) > 0 ? Number(demo) : running
  return (
    <Page
      title={name ?? t('demos.title')}
      back={{ to: paths.demos(), label: t('demos.title') }}
      actions={shown !== null && shown === running && <StopDemo caseID={shown} />}
      mainAction={
        shown !== null && (
          <Button
            kind={shown === running ? 'plain' : 'main'}
            icon={<Icon name="play" size={16} />}
            onPress={() => changeAddress({ demo: noDemo })}
          >
            {t('demos.another')}
          </Button>
        )
      }
      isFlowing
    >
      {shown === null ? (
        <DemoBefore scriptID={scriptID} picture={(shownScript) => <FlowPicture {...shownScript} />}>
          <StartDemo customerID={customerID} scriptID={scriptID} onStarted={({ caseID }) => changeAddress({ demo: String(caseID) })} />
        </DemoBefore>
      ) : (
        <DemoShow key={shown} caseID={shown} picture={(shownScript) => <FlowPicture {...shownScript} />} />
      )}
    </Page>
  )
}
