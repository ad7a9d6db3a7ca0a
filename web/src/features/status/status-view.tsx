import type { SystemStatus } from '@regie/contract/status.ts'
import { Stack } from '../../ui/stack.tsx'
import { InstallationPanel } from './installation-panel.tsx'
import { ProvidersPanel } from './providers-panel.tsx'
import { QueuesPanel } from './queues-panel.tsx'
import { StatusHeadline } from './status-headline.tsx'

/** One line that says whether all works, and below it what it was made of. */
export function StatusView({ status }: { status: SystemStatus }) {
  return (
    <Stack isWide>
      <StatusHeadline status={status} />
      <QueuesPanel queues={status.queues} />
      <ProvidersPanel providers={status.providers} />
      <InstallationPanel status={status} />
    </Stack>
  )
}
