/** Files that libraries open by themselves, told by the name of the call: for the record of what a version does, not for its rules. */
import type { Machine, Site } from './machine.ts';
import { concat, dataOf, known, unknown, type Value } from './value.ts';

const names = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** The path is their first argument. */
const writers = names(
  `to_json to_html to_markdown to_hdf to_stata to_netcdf to_zarr to_file write_image write_html write_csv write_parquet
  write_excel write_h5ad write_json savez savez_compressed savetxt savemat imsave save_pretrained outputFile outputFileSync
  toFile writeJson writeJsonSync write_videofile write_audiofile save export saveAs save_as writeFile urlretrieve`,
);
const readers = names(
  `read_json read_xml read_hdf read_spss read_stata read_orc read_file read_h5ad read_10x_h5 read_10x_mtx scan_csv
  scan_parquet load_workbook loadmat genfromtxt fromfile open_dataset open_zarr Document PdfReader PdfFileReader Presentation
  listdir scandir walk readdir readdirSync readJson readJsonSync from_file setInputFiles set_input_files TextLoader DirectoryLoader PyPDFLoader PyPDFDirectoryLoader
  CSVLoader JSONLoader Docx2txtLoader BSHTMLLoader UnstructuredFileLoader SimpleDirectoryReader load_dotenv dotenv_values truetype`,
);
/** Of a path, or of a library with a path. */
const folderMakers = names('mkdir makedirs mkdirSync ensureDir ensureDirSync touch');
const folderReaders = names('iterdir');
/** Of any other name by its verb, where what it is given ends like a file. */
const writing = /^(?:save|dump|export|write|render)(?:_|[A-Z]|$)/;
const reading =
  /^(?:load|read|parse|convert|import|extract|transcribe|upload|ingest|process|analy[sz]e|embed|index)(?:_|[A-Z]|$)/;
const ending =
  /^[^\n]*[\w)}*\uFFFC]\.(?:pdf|docx?|xlsx?|pptx?|csv|tsv|jsonl?|ya?ml|toml|xml|html?|md|txt|log|ini|cfg|conf|env|db|sqlite3?|parquet|feather|pkl|pickle|npy|npz|h5|hdf5|h5ad|png|jpe?g|gif|svg|webp|bmp|tiff?|ico|mp[34]|wav|m4a|ogg|flac|mov|avi|mkv|webm|srt|vtt|zip|tar|gz|tgz|7z|pem|key|crt|prof|bib|ris|epub|fasta|pdb|cif|sdf|mol2?|vcf|bam|nii|dcm|geojson|shp|stl|obj|glb|loom|mtx|arrow|avro|orc|dat|ply|tex|rst|ipynb|rmd|ttf|otf|pt|pth|onnx|safetensors|gguf|joblib)$/i;
const argument = names('path filename file filepath fname output output_path file_path');

/** `open` of libraries other than those that the interpreter follows. */
const opens = /(?:Image|fitz|pymupdf|pdfplumber|rasterio|fiona|wave|netCDF4|h5py|xlrd)\.open$|h5py\.File$/;

/** These say little, so what they are given must look like a file. */
const looksLikeFile = (text: string): boolean =>
  text.length < 200 &&
  !/^\w+:\/\/|[\n"'<>|]|^\s|\s$/.test(text) &&
  /\.[A-Za-z]\w{0,7}$|[\w\uFFFC]\/[\w\uFFFC.*-]*$|^(?:~|\.{1,2})?\//.test(text);

interface Opened extends Site {
  key: string | undefined;
  callee: Value;
  receiver: Value;
  args: readonly Value[];
  named: ReadonlyMap<string, Value>;
}

/** Names of arguments that say where something is written, whatever is called. */
const destination =
  /^(?:save(?:_?(?:path|to|as))?|out(?:put)?(?:_?(?:file|path|name|filename))?|outfile|dest(?:ination)?)$/i;

export function noteOpened(machine: Machine, call: Opened): void {
  const { key, callee, receiver, args, named, at } = call;
  for (const [word, value] of named) {
    if (destination.test(word) && value.texts.some(endsLikeFile))
      machine.emit({ does: 'opens', path: dataOf(value), to: 'write', at });
  }
  const name = key ?? callee.names[0]?.replace(/^.*\./s, '') ?? '';
  if (name === 'glob' || name === 'rglob') noteFound(machine, call);
  const isFolder = folderMakers.has(name) || folderReaders.has(name);
  const isReader = readers.has(name) || folderReaders.has(name) || callee.names.some((one) => opens.test(one));
  const isWriter = writers.has(name) || folderMakers.has(name);
  const given = args[0] ?? [...named].find(([word]) => argument.has(word))?.[1] ?? unknown;
  const isVague = !isReader && !isWriter;
  if (isVague && !(given.texts.some(endsLikeFile) && (writing.test(name) || reading.test(name)))) return;
  const isWriting =
    isWriter ||
    (isVague && writing.test(name)) ||
    [args[1], named.get('mode')].some((mode) => mode?.texts.some((text) => /^[wax]/.test(text) && text.length < 4));
  const path = isFolder && receiver.texts.length > 0 ? receiver : given;
  if (path.things.length > 0 || path.functions.length > 0) return;
  const isMeant = isFolder ? path.texts.length > 0 : path.texts.some(looksLikeFile);
  if (isMeant) machine.emit({ does: 'opens', path: dataOf(path), to: isWriting ? 'write' : 'read', at });
}

const endsLikeFile = (text: string): boolean => text.length < 200 && !text.includes('://') && ending.test(text);

/** `folder.glob("*.a")`, `glob.glob("b/*.a")`: nothing where only an ending is known. */
function noteFound(machine: Machine, { receiver, args: [pattern = unknown], at }: Opened): void {
  const path = receiver.texts.length > 0 ? concat([receiver, known('/'), pattern]) : pattern;
  const texts = path.texts.filter((text) => /[A-Za-z]/.test(text.replace(/\*?\.[A-Za-z]\w{0,7}$/, '')));
  if (texts.length > 0) machine.emit({ does: 'opens', path: dataOf({ ...path, texts }), to: 'read', at });
}
