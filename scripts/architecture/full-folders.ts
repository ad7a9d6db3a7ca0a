import path from 'node:path'

const filesMax = 25

/** Folders of a server module or a web feature with more source files of their own than one noun has; tests and subfolders do not count. */
export function fullFolders(files: string[]): string[] {
  const counted = files.filter(
    (file) => /^(server\/src\/modules|web\/src\/features)\/[^/]+\//.test(file) && /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
  )
  const folders = Map.groupBy(counted, (file) => path.posix.dirname(file))
  return [...folders]
    .filter(([, held]) => held.length > filesMax)
    .map(([folder, held]) => `${folder}: ${held.length} files, at most ${filesMax}`)
}
