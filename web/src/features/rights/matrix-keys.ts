import type { FocusEvent, KeyboardEvent } from 'react'

const steps: Record<string, readonly [number, number]> = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }

/** Arrows move between the boxes of the matrix, which say by `data-box` where they stand: row:column. */
export function moveBetweenBoxes(event: KeyboardEvent<HTMLElement>) {
  const step = steps[event.key]
  const box = boxOf(event.target)
  if (step === undefined || box === null) return
  const [row = 0, column = 0] = (box.dataset['box'] ?? '').split(':').map(Number)
  const next = event.currentTarget.querySelector<HTMLInputElement>(`[data-box="${row + step[0]}:${column + step[1]}"]`)
  event.preventDefault()
  next?.focus()
}

/** One tab stop for the whole matrix: the box that had the focus last. */
export function keepTabStop(event: FocusEvent<HTMLElement>) {
  const box = boxOf(event.target)
  if (box === null) return
  for (const other of event.currentTarget.querySelectorAll<HTMLInputElement>('[data-box][tabindex="0"]')) other.tabIndex = -1
  box.tabIndex = 0
}

/** After rows came or went: there is always one box that Tab comes to. */
export function findTabStop(matrix: HTMLElement | null) {
  if (matrix === null || matrix.querySelector('[data-box][tabindex="0"]') !== null) return
  const first = matrix.querySelector<HTMLInputElement>('[data-box]')
  if (first !== null) first.tabIndex = 0
}

function boxOf(target: EventTarget): HTMLInputElement | null {
  return target instanceof HTMLInputElement && target.dataset['box'] !== undefined ? target : null
}
