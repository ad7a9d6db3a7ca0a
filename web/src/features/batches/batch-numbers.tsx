import type { batchApi } from '@regie/contract/batches.ts'
import type { ResponseOf } from '@regie/contract/endpoint.ts'
import type { ReactNode } from 'react'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { useBatchQuestion } from './batches-data.ts'
import styles from './batches.module.css'

type Numbers = ResponseOf<typeof batchApi.question>

/** A question is not asked before its numbers are known. */
export function BatchNumbers({
  question,
  children,
}: {
  question: ReturnType<typeof useBatchQuestion>
  children: (numbers: Numbers) => ReactNode
}) {
  if (question.data !== undefined) return <div className={styles.stack}>{children(question.data)}</div>
  return question.error === null ? <Skeleton lines={3} /> : <ErrorState failure={question.error} onRetry={() => void question.refetch()} />
}
