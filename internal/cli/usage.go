package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"obscope/internal/text/words"
	"obscope/render"
)

// takes is the check of a command's arguments: names are what it takes, in
// order. A name in brackets may be left out, one that ends in … may be given
// again.
func takes(names ...string) cobra.PositionalArgs {
	least, most := 0, len(names)
	for _, name := range names {
		if !strings.HasPrefix(name, "[") {
			least++
		}
		if strings.Contains(name, "…") {
			most = -1
		}
	}
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) < least:
			return usageError(cmd, "%s is missing", strings.TrimSuffix(names[len(args)], "…"))
		case most == 0 && len(args) > 0:
			return usageError(cmd, "it takes no argument, and %q is one", args[0])
		case most >= 0 && len(args) > most:
			return usageError(cmd, "it takes %s, and %q is too much", strings.Join(names, " "), args[most])
		}
		return nil
	}
}

// usageError says what is wrong with a command line and where its help is.
func usageError(cmd *cobra.Command, format string, args ...any) error {
	where := ""
	if cmd.HasParent() {
		where = strings.TrimPrefix(cmd.CommandPath(), cmd.Root().Name()+" ") + ": "
	}
	what := fmt.Sprintf(format, args...)
	if !strings.HasSuffix(what, "?") {
		what += ";"
	}
	return fmt.Errorf("%s%s see '%s --help'", where, what, cmd.CommandPath())
}

// flagError words an error of the flag parser.
func flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var bare *pflag.ValueRequiredError
	var wrong *pflag.InvalidValueError
	switch {
	case errors.As(err, &wrong):
		return fmt.Errorf("--%s %s: %s", wrong.GetFlag().Name, quoteEmpty(wrong.GetValue()), itTakes(wrong))
	case errors.As(err, &bare):
		return usageError(cmd, "--%s needs a value: %s", bare.GetFlag().Name, bare.GetFlag().Usage)
	case errors.As(err, &unknown) && unknown.GetSpecifiedShortnames() != "":
		return usageError(cmd, "there is no flag -%s; a file whose name starts with - is opened as ./-%[1]s", unknown.GetSpecifiedShortnames())
	case errors.As(err, &unknown):
		if best := nearestFlag(cmd, unknown.GetSpecifiedName()); best != "" {
			return usageError(cmd, "there is no flag --%s; did you mean --%s?", unknown.GetSpecifiedName(), best)
		}
		return usageError(cmd, "there is no flag --%s", unknown.GetSpecifiedName())
	}
	return usageError(cmd, "%v", err)
}

// itTakes is the last part of an option's error, which says what it takes.
func itTakes(wrong *pflag.InvalidValueError) string {
	switch wrong.GetFlag().Value.Type() {
	case "int", "int64":
		return "it takes a whole number"
	case "float64":
		return "it takes a number"
	case "bool":
		return "it takes no value"
	}
	var value *render.ValueError
	if errors.As(wrong, &value) {
		return value.Takes
	}
	return wrong.Unwrap().Error()
}

func quoteEmpty(s string) string {
	if s == "" {
		return "''"
	}
	return s
}

func nearestFlag(cmd *cobra.Command, word string) string {
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			names = append(names, f.Name)
		}
	})
	return words.Nearest(word, names)
}

// exclusive reports flags of which only one may be given.
func exclusive(cmd *cobra.Command, names ...string) error {
	given := slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		f := cmd.Flags().Lookup(name)
		return f == nil || !f.Changed
	})
	if len(given) > 1 {
		return usageError(cmd, "--%s and --%s exclude each other", given[0], given[1])
	}
	return nil
}
