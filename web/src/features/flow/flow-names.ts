import type { Flow } from '@regie/contract/flow.ts'

/** What a step may name: texts, fields of the case and variables of the script. */
export type FlowNames = Pick<Flow, 'templates' | 'fields' | 'variables'>
