//! The table as a Parquet file: the same columns, with types.

use std::io::{self, Write};
use std::sync::Arc;

use parquet::basic::Compression;
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::{ParquetError, Result};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::parser::parse_message_type;

use super::{COLUMNS, ExportError, Kind, Row, Snapshot, Value, each_row};

/// This many rows are held in memory and written together.
const ROWS: usize = 1 << 16;

/// Writes all intact games as a Parquet file: texts as strings, counts as unsigned 64-bit integers, other numbers as doubles.
pub fn export_parquet(store: &Snapshot<'_>, out: &mut (dyn Write + Send)) -> std::result::Result<(), ExportError> {
    export(store, out, ROWS)
}

fn export(store: &Snapshot<'_>, out: &mut (dyn Write + Send), rows: usize) -> std::result::Result<(), ExportError> {
    let schema = Arc::new(parse_message_type(&schema()).map_err(io_error)?);
    let properties = Arc::new(WriterProperties::builder().set_compression(Compression::SNAPPY).build());
    let mut writer = SerializedFileWriter::new(out, schema, properties).map_err(io_error)?;
    let mut held = COLUMNS.map(|(_, kind)| Column::new(kind));
    each_row(store, &mut |row| {
        hold(&mut held, row);
        if held[0].len() == rows { Ok(write_group(&mut writer, &mut held).map_err(io_error)?) } else { Ok(()) }
    })?;
    if held[0].len() > 0 {
        write_group(&mut writer, &mut held).map_err(io_error)?;
    }
    writer.close().map_err(io_error)?;
    Ok(())
}

fn io_error(error: ParquetError) -> io::Error {
    io::Error::other(error)
}

fn schema() -> String {
    let fields = COLUMNS.map(|(name, kind)| match kind {
        Kind::Text => format!("REQUIRED BYTE_ARRAY {name} (STRING);"),
        Kind::Count => format!("REQUIRED INT64 {name} (INTEGER(64, false));"),
        Kind::Number => format!("REQUIRED DOUBLE {name};"),
    });
    format!("message games {{ {} }}", fields.join(" "))
}

/// The values of a column that wait to be written.
enum Column {
    Text(Vec<ByteArray>),
    Count(Vec<i64>),
    Number(Vec<f64>),
}

impl Column {
    fn new(kind: Kind) -> Column {
        match kind {
            Kind::Text => Column::Text(Vec::new()),
            Kind::Count => Column::Count(Vec::new()),
            Kind::Number => Column::Number(Vec::new()),
        }
    }

    fn len(&self) -> usize {
        match self {
            Column::Text(values) => values.len(),
            Column::Count(values) => values.len(),
            Column::Number(values) => values.len(),
        }
    }

    fn write(&mut self, writer: &mut SerializedColumnWriter<'_>) -> Result<()> {
        match self {
            Column::Text(values) => writer.typed::<ByteArrayType>().write_batch(&std::mem::take(values), None, None),
            Column::Count(values) => writer.typed::<Int64Type>().write_batch(&std::mem::take(values), None, None),
            Column::Number(values) => writer.typed::<DoubleType>().write_batch(&std::mem::take(values), None, None),
        }
        .map(drop)
    }
}

fn hold(columns: &mut [Column], row: &Row<'_>) {
    for (column, value) in columns.iter_mut().zip(row) {
        match (column, value) {
            (Column::Text(values), Value::Text(text)) => values.push(ByteArray::from(*text)),
            // Unsigned integers lie in the file as the signed ones of the same bits.
            (Column::Count(values), Value::Count(count)) => values.push(*count as i64),
            (Column::Number(values), Value::Number(number)) => values.push(*number),
            _ => unreachable!("rows have the kinds of the columns"),
        }
    }
}

fn write_group<W: Write + Send>(writer: &mut SerializedFileWriter<W>, columns: &mut [Column]) -> Result<()> {
    let mut group = writer.next_row_group()?;
    for column in columns {
        let mut writer = group.next_column()?.expect("the schema has all columns");
        column.write(&mut writer)?;
        writer.close()?;
    }
    group.close().map(drop)
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field;

    use super::super::{export_csv, line};
    use super::*;
    use crate::experiment::testing::{Folder, SMALL, run};
    use crate::experiment::{RunOptions, Store};

    /// The lines of the CSV file, from what a reader finds in the Parquet file.
    fn lines(reader: &impl FileReader) -> Vec<String> {
        let rows = reader.get_row_iter(None).unwrap().map(|row| {
            let row = row.unwrap();
            let values: Vec<Value<'_>> = row
                .get_column_iter()
                .map(|(_, field)| match field {
                    Field::Str(text) => Value::Text(text),
                    Field::ULong(count) => Value::Count(*count),
                    Field::Double(number) => Value::Number(*number),
                    other => panic!("a column has {other:?}"),
                })
                .collect();
            line(&values.try_into().ok().expect("as many columns as in the CSV file"))
        });
        rows.collect()
    }

    #[test]
    fn a_parquet_file_has_the_rows_of_the_csv_file() {
        let folder = Folder::new("parquet");
        let mut store = Store::create(&crate::testing::workshop(), &folder.file("store")).unwrap();
        run(&mut store, SMALL, &RunOptions::default());
        let store = store.snapshot().unwrap();
        let mut csv = Vec::new();
        export_csv(&store, &mut csv).unwrap();
        let csv = String::from_utf8(csv).unwrap();
        let expected: Vec<&str> = csv.lines().skip(1).collect();
        assert_eq!(expected.len(), 2 * (10 + 10 + 2));
        for (rows, groups) in [(7, 7), (44, 1), (ROWS, 1)] {
            let mut file = Vec::new();
            export(&store, &mut file, rows).unwrap();
            let reader = SerializedFileReader::new(Bytes::from(file)).unwrap();
            assert_eq!(lines(&reader), expected);
            assert_eq!(reader.num_row_groups(), groups);
            let schema = reader.metadata().file_metadata().schema_descr();
            let names: Vec<&str> = schema.columns().iter().map(|column| column.name()).collect();
            assert_eq!(names.join(","), csv.lines().next().unwrap());
        }
    }

    #[test]
    fn a_store_without_games_gives_a_table_without_rows() {
        let folder = Folder::new("parquet-empty");
        let store = Store::create(&crate::testing::workshop(), &folder.file("store")).unwrap();
        let store = store.snapshot().unwrap();
        let mut file = Vec::new();
        export_parquet(&store, &mut file).unwrap();
        let reader = SerializedFileReader::new(Bytes::from(file)).unwrap();
        assert_eq!((reader.metadata().file_metadata().num_rows(), reader.num_row_groups()), (0, 0));
    }
}
