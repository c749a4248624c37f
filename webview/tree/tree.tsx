export function Tree(_: { onClose: () => void }) {
  return null;
}
