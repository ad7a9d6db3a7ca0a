export type Reply<Answer> = { answer: Answer } | { fault: string }

// A terminal and systemd tell all processes of a product to stop at once. When this one ends is for its parent, which may still wait for an answer.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)

/** What a program started by `openChild` (ask-child.ts) does with each question. It ends with its parent, however that ends. */
export function answerParent<Question, Answer>(answer: (question: Question) => Answer | Promise<Answer>): void {
  async function reply(question: Question): Promise<Reply<Answer>> {
    try {
      return { answer: await answer(question) }
    } catch (error) {
      return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) }
    }
  }
  process.on('message', ({ question }: { question: Question }) => {
    void reply(question).then((given) => process.send?.(given))
  })
  process.once('disconnect', () => process.exit())
}
