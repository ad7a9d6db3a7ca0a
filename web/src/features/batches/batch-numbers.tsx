import type { batchApi } from '@regie/contract/batches.ts'
import type { ResponseOf } from '@regie/contract/endpoint.ts'
import type { ReactNode } from 'react'
import { Loaded } from '../../ui/loaded.tsx'
import type { useBatchQuestion } from './batches-data.ts'
import { Stack } from '../../ui/stack.tsx'

type Numbers = ResponseOf<typeof batchApi.question>

/** A question is not asked before its numbers are known. */
export function BatchNumbers({
  question,
  children,
}: {
  question: ReturnType<typeof useBatchQuestion>
  children: (numbers: Numbers) => ReactNode
}) {
  return (
    <Loaded query={question} lines={3}>
      {(numbers) => <Stack>{children(numbers)}</Stack>}
    </Loaded>
  )
}
