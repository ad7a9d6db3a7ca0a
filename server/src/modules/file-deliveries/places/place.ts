import type { DeliveryFault } from '@regie/contract/file-deliveries.ts'

/** A file as it lies there. */
export type PlaceFile = { name: string; bytes: number; modifiedAt: Date }

/** Beside the files that wait: what was taken, and what was refused. */
export const doneFolders = { imported: 'verwerkt', refused: 'geweigerd' } as const
type DoneFolder = (typeof doneFolders)[keyof typeof doneFolders]

/** A folder in which files are put for us. */
export type Place = {
  /** The files that lie in it: no folders, no links. */
  list(): Promise<PlaceFile[]>
  /** What a file holds; null when it is another one by now, or has grown. */
  read(file: PlaceFile): Promise<Buffer | null>
  /** Puts a file aside under a name that is free; false where that is not allowed. Gone already is done. */
  putAway(file: PlaceFile, folder: DoneFolder): Promise<boolean>
  /** Makes the folders for what is done, where they are not there; false where that is not allowed. */
  prepare(): Promise<boolean>
  /** Is there a file of this name? */
  has(name: string): Promise<boolean>
  /** Writes a file under this name, whatever was there, and answers when the machine has it. */
  write(name: string, content: Buffer): Promise<void>
  /** Gives a file another name, at once; that name is free. */
  rename(from: string, to: string): Promise<void>
  remove(name: string): Promise<void>
  close(): Promise<void>
}

/** A folder cannot be looked into; says why in the words of the contract, and nothing of what stands there. */
export class PlaceFault extends Error {
  override name = 'PlaceFault'
  readonly fault: DeliveryFault
  constructor(fault: DeliveryFault, cause?: unknown) {
    super(fault, cause === undefined ? undefined : { cause })
    this.fault = fault
  }
}

/** A folder with more entries than this is not one for deliveries, and reading it whole would take memory from everybody. */
export const entriesMax = 5_000
