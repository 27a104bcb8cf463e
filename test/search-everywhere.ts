// Searches everything that a server stores for a text: every row of every table, and every file.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { mailFolder } from '#server/adapters/mail.ts'
import type { Deps } from '#server/deps.ts'

/**
 * The tables and files that contain the text in any case, as text or as bytes. Left out are the stand-ins for other
 * companies' servers: the folder of delivered mail, and the files of the sandboxes.
 */
export async function placesOf(
  { pool, config }: Pick<Deps, 'pool' | 'config'>,
  text: string,
): Promise<string[]> {
  const { rows: tables } = await pool.query<{ name: string }>(
    // The rows of partitions are found through their table.
    `select format('%I.%I', nspname, relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where relkind in ('r', 'p') and not relispartition
        and nspname not in ('pg_catalog', 'information_schema', 'pg_toast') order by 1`,
  )
  const places: string[] = []
  const wanted = text.toLowerCase()
  // PostgreSQL shows bytes as hexadecimal digits.
  const asBytes = Buffer.from(text).toString('hex')
  for (const { name } of tables) {
    const { rows } = await pool.query(
      `select 1 from ${name} t where strpos(lower(t::text), $1) > 0 or strpos(t::text, $2) > 0 limit 1`,
      [wanted, asBytes],
    )
    if (rows.length > 0) places.push(name)
  }
  return [...places, ...(await filesWith(config.dataDir, wanted))]
}

async function filesWith(dataDir: string, wanted: string): Promise<string[]> {
  const found: string[] = []
  for (const file of await filesOf(dataDir)) {
    let content: string
    try {
      content = (await readFile(file)).toString('latin1').toLowerCase()
    } catch (error) {
      // The running server has renamed or deleted a file since they were listed. What it wrote may be in another one.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return await filesWith(dataDir, wanted)
      throw error
    }
    if (content.includes(wanted) || file.toLowerCase().includes(wanted)) found.push(file)
  }
  return found
}

/** All files in the data directory that are the product's own. */
export async function filesOf(dataDir: string): Promise<string[]> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.startsWith(mailFolder(dataDir)) && !/sandbox/.test(file.slice(dataDir.length)))
}
